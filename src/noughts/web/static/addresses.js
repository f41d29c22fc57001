/** Where the page lives: at the root of its server, or as static files in any folder of a site. */

/** The folder of the page, which ends with a slash. */
const ROOT = new URL("..", import.meta.url).pathname;

/** Whether the page is a folder of static files, without a server: its documents say so. */
export const isSite = document.documentElement.dataset.site !== undefined;

/** Whether the page's address is a loopback address: on another machine a link to it does not lead here. */
export const isOwnMachine = /^(localhost|127\.[0-9.]+|\[::1\])$/.test(location.hostname);

// The document's own links are relative to it, and the address of the page changes without loading another document.
if (isSite) {
  for (const link of document.querySelectorAll("link[href], a[href]:not([href^='#'])")) {
    link.setAttribute("href", /** @type {HTMLAnchorElement} */ (link).href);
  }
}

/**
 * Return the address of a place of the page, such as "/board?game=3,3,3" or "/game/ID#seat=TOKEN"; any other address as
 * it is. Among static files a place is the index of a folder, and a game's id stands in the query.
 * @param {string} place
 */
export function address(place) {
  const [, path, rest] = /^\/(?!\/)([^?#]*)(.*)$/s.exec(place) ?? [];
  if (path === undefined || rest === undefined) return place;
  if (!isSite || path === "") return ROOT + path + rest;
  const [folder, id] = path.split("/");
  return id ? `${ROOT}${folder}/?id=${id}${rest.replace("?", "&")}` : `${ROOT}${folder}/${rest}`;
}

/** Return the address of a file of the page. @param {string} path from its folder */
export function fileAt(path) {
  return new URL(ROOT + path, import.meta.url).href;
}

/** Return the address of a place of the page for other people: with its host. @param {string} place */
export function fullAddress(place) {
  return location.origin + address(place);
}

/** Return the path of the place that has an address: "/", "/board", "/game/ID". @param {URL | HTMLAnchorElement} url */
export function placeAt(url) {
  const path = url.pathname.startsWith(ROOT) ? url.pathname.slice(ROOT.length) : url.pathname;
  if (!isSite) return `/${path}`;
  const folder = path.replace(/(^|\/)index\.html$/, "$1").replace(/\/$/, "");
  const id = new URLSearchParams(url.search).get("id");
  return id ? `/${folder}/${encodeURIComponent(id)}` : `/${folder}`;
}

/** Return a path with a query; a list is a name that is there several times. @param {string} path @param {Record<string, string | number | string[] | null | undefined>} query */
export function withQuery(path, query) {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((each) => (each === null || each === undefined || each === "" ? [] : [`${name}=${tidy(String(each))}`])),
  );
  return entries.length ? `${path}?${entries.join("&")}` : path;
}

/** Encode for a query, but leave what may stand there as it is: 3,3,3 stays readable. @param {string} text */
export function tidy(text) {
  return encodeURIComponent(text).replace(/%(2C|2F|3A|3D)/g, decodeURIComponent);
}
