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
    link.setAttribute("href", (link as HTMLAnchorElement).href);
  }
}

/**
 * Return the address of a place of the page, such as "/board?game=3,3,3" or "/game/ID#seat=TOKEN"; any other address as
 * it is. Among static files a place is the index of a folder, and a game's id stands in the query.
 */
export function address(place: string) {
  const [, path, rest] = /^\/(?!\/)([^?#]*)(.*)$/s.exec(place) ?? [];
  if (path === undefined || rest === undefined) return place;
  if (!isSite || path === "") return ROOT + path + rest;
  const [folder, id] = path.split("/");
  return id ? `${ROOT}${folder}/?id=${id}${rest.replace("?", "&")}` : `${ROOT}${folder}/${rest}`;
}

/** Return the address of a file of the page. @param path from its folder */
export function fileAt(path: string) {
  return new URL(ROOT + path, import.meta.url).href;
}

/** Return the address of a place of the page for other people: with its host. */
export function fullAddress(place: string) {
  return location.origin + address(place);
}

/** Return the path of the place that has an address: "/", "/board", "/game/ID". */
export function placeAt(url: URL | HTMLAnchorElement) {
  const path = url.pathname.startsWith(ROOT) ? url.pathname.slice(ROOT.length) : url.pathname;
  if (!isSite) return `/${path}`;
  const folder = path.replace(/(^|\/)index\.html$/, "$1").replace(/\/$/, "");
  const id = new URLSearchParams(url.search).get("id");
  return id ? `/${folder}/${encodeURIComponent(id)}` : `/${folder}`;
}

/** Return a path with a query; a list is a name that is there several times. */
export function withQuery(path: string, query: Record<string, string | number | string[] | null | undefined>) {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((each) => (each === null || each === undefined || each === "" ? [] : [`${name}=${tidy(String(each))}`])),
  );
  return entries.length ? `${path}?${entries.join("&")}` : path;
}

/** Encode for a query, but leave what may stand there as it is: 3,3,3 stays readable. */
export function tidy(text: string) {
  return encodeURIComponent(text).replace(/%(2C|2F|3A|3D)/g, decodeURIComponent);
}
