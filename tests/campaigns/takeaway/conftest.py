"""A war with something to tell, for logs and for paper."""

from tests.campaigns.takeaway.test_session_log import at_table as at_table
from tests.campaigns.takeaway.test_session_log import told as told
