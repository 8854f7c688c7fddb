{% load static %}// The service worker. It keeps files under /static/, and of pages only those that the server marks as the person's own
// (X-Keep), with the portraits on them; all of them go as soon as a page is somebody else's (X-Whose). Everything else goes to the network untouched.
"use strict";

const OWN = "own"; // pages, and whose they are
const FILES = "files";
const FALLBACK = "{% url 'offline' %}";
const WHOSE = "/-/whose";
const NAMED_BY_CONTENT = /\.[0-9a-f]{12}\./;
const PORTRAIT = /^\/c\/[^/]+\/sheets\/[^/]+\/portrait\/[^/]+\/$/;
const MOST_PAGES = 40; // with the faces on them
const FACES = 8;
const MOST_FILES = 240;
const LONGEST = 30 * 24 * 3600 * 1000;
const DOWN = [502, 503, 504];

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(fetch(FALLBACK, { credentials: "omit" }).then((answer) => withFiles(answer)));
});

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]));
});

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (event.request.mode === "navigate") event.respondWith(page(event, url));
  else if (url.pathname.startsWith("/static/")) event.respondWith(file(event.request));
  else if (PORTRAIT.test(url.pathname)) event.respondWith(face(event.request, url));
});

// A page that stood before there was a worker asks for itself to be kept.
addEventListener("message", (event) => {
  if (event.data !== "keep" || !event.source) return;
  const url = new URL(event.source.url);
  event.waitUntil(fetch(url, { headers: { Accept: "text/html" } }).then((answer) => seen(url, answer, answer)).catch(() => {}));
});

async function page(event, url) {
  let answer;
  try {
    answer = (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await kept(url)) ?? (await caches.match(FALLBACK, { cacheName: FILES })) ?? Response.error();
  }
  if (DOWN.includes(answer.status)) return (await kept(url)) ?? answer;
  const copy = answer.headers.has("X-Keep") ? answer.clone() : null;
  event.waitUntil(seen(url, answer, copy));
  return answer;
}

// What the answer says about what is kept: whose it is, whether this page may be, whether a campaign is closed to him now.
async function seen(url, answer, copy) {
  const whose = answer.headers.get("X-Whose");
  if (whose === null) return;
  let own = await caches.open(OWN);
  const before = await (await own.match(WHOSE))?.text();
  if (before !== undefined && before !== whose) {
    await caches.delete(OWN);
    own = await caches.open(OWN);
  }
  if (whose === "-") return;
  await own.put(WHOSE, new Response(whose));
  if (answer.status === 404) await forget(own, url.pathname.match(/^\/c\/[^/]+\//)?.[0] ?? url.pathname);
  else if (answer.headers.has("X-Keep") && copy) await put(own, url, copy);
  else if (!answer.redirected) await own.delete(key(url));
}

function key(url) { return url.pathname + url.search; }

async function forget(own, start) {
  for (const request of await own.keys()) if (new URL(request.url).pathname.startsWith(start)) await own.delete(request);
}

async function put(own, url, answer) {
  const text = await withFiles(answer);
  const headers = new Headers(answer.headers);
  headers.set("X-Kept", String(Date.now()));
  headers.set("X-Title", encodeURIComponent(text.match(/<title>([^<]*)<\/title>/)?.[1] ?? ""));
  await own.delete(key(url)); // so that the newest is the last
  await own.put(key(url), new Response(text, { headers }));
  await withFaces(own, text);
  await trim(own, MOST_PAGES);
}

// The portraits that a kept page names go with it, and are somebody's own as it is.
async function withFaces(own, text) {
  const named = [...text.matchAll(/src="([^"]+)"/g)].map((found) => found[1]).filter((path) => PORTRAIT.test(path));
  await Promise.all([...new Set(named)].slice(0, FACES).map(async (path) => {
    if (!(await own.match(path, { ignoreVary: true }))) await own.add(path).catch(() => {});
  }));
}

async function face(request, url) {
  try {
    return await fetch(request);
  } catch (cut) {
    const had = await (await caches.open(OWN)).match(url.pathname, { ignoreVary: true });
    if (had) return had;
    throw cut;
  }
}

// The text of a page, after the files that it names have been kept.
async function withFiles(answer) {
  const url = new URL(answer.url);
  const text = await answer.clone().text();
  const files = await caches.open(FILES);
  if (url.pathname === FALLBACK) await files.put(FALLBACK, answer);
  const named = new Set([...text.matchAll(/(?:href|src)="(\/static\/[^"#]+)/g)].map((found) => found[1]));
  await Promise.all([...named].map(async (name) => {
    if (!(await files.match(name))) await files.add(name).catch(() => {});
  }));
  await trim(files, MOST_FILES);
  return text;
}

async function trim(cache, most) {
  const keys = await cache.keys();
  for (const request of keys.slice(0, Math.max(0, keys.length - most))) {
    const path = new URL(request.url).pathname;
    if (path !== WHOSE && path !== FALLBACK) await cache.delete(request);
  }
}

async function kept(url) {
  const own = await caches.open(OWN);
  const had = (await own.match(key(url))) ?? (await own.match(url.pathname, { ignoreSearch: true }));
  const at = Number(had?.headers.get("X-Kept"));
  if (!had || !at || Date.now() - at > LONGEST) return undefined;
  const text = (await had.text()).replace("<html ", `<html data-kept="${at}" `);
  return new Response(text, { headers: had.headers });
}

async function file(request) {
  const files = await caches.open(FILES);
  const had = await files.match(request, { ignoreVary: true });
  if (had && NAMED_BY_CONTENT.test(request.url)) return had;
  try {
    const got = await fetch(request);
    if (got.status === 200 && got.type === "basic") await files.put(request, got.clone());
    return got;
  } catch (cut) {
    if (had) return had;
    throw cut;
  }
}

// A reminder: sealed for this browser alone, and of nothing that is not public in the war.
addEventListener("push", (event) => {
  let told = {};
  try { told = event.data.json(); } catch { return; }
  const { title = "", body = "", tag = "", path = "/" } = told;
  const icon = "{% static 'icons/app-192.png' %}";
  event.waitUntil(registration.showNotification(title, { body, tag, icon, badge: icon, data: { path } }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.path ?? "/", location.origin);
  if (url.origin !== location.origin) return;
  event.waitUntil((async () => {
    const open = (await clients.matchAll({ type: "window" })).find((one) => new URL(one.url).pathname === url.pathname);
    return open ? open.focus() : clients.openWindow(url.pathname + url.search);
  })());
});
