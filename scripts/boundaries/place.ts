import { type Architecture } from './architecture.ts';

/** Where a file stands: in a package, an app, or among the tools. */
export type Place = {
  readonly kind: 'package' | 'app' | 'tool';
  readonly name: string;
  /** Path below the package or app. */
  readonly inner: string;
};

/** A file of the server below `src`: the capability it belongs to, and its path there. */
export type ServerPlace = { readonly capability: string | null; readonly inner: string };

/** A file of a web app below `src`: its area, and which feature where the area is `features`. */
export type WebPlace = { readonly area: string; readonly feature: string | null };

const SERVER = 'apps/server/src/';

/** Where a file stands. */
export function placeOf(path: string): Place {
  const [top = '', name = '', ...inner] = path.split('/');
  if (top === 'packages') return { kind: 'package', name, inner: inner.join('/') };
  if (top === 'apps') return { kind: 'app', name, inner: inner.join('/') };
  return { kind: 'tool', name: top, inner: [name, ...inner].join('/') };
}

/** The capability of a server file; null capability for files that stand above them all. */
export function serverPlaceOf(path: string): ServerPlace | null {
  if (!path.startsWith(SERVER)) return null;
  const [first = '', ...rest] = path.slice(SERVER.length).split('/');
  if (rest.length === 0) return { capability: null, inner: first };
  return { capability: first, inner: rest.join('/') };
}

/** The area of a web file. */
export function webPlaceOf(path: string, { web }: Architecture): WebPlace | null {
  const root = web.roots.find((one) => path.startsWith(one));
  if (root === undefined) return null;
  const [area = '', second = '', ...rest] = path.slice(root.length).split('/');
  if (area === 'features' && rest.length > 0) return { area, feature: second };
  // `main.tsx` and its like stand at the root and belong to the app.
  return { area: second === '' ? 'app' : area, feature: null };
}

/** Whether the last part of a path is one of these names; "*-store.ts" stands for its endings. */
export function isNamed(path: string, names: readonly string[]): boolean {
  const base = path.slice(path.lastIndexOf('/') + 1);
  return names.some((name) =>
    name.startsWith('*') ? base.endsWith(name.slice(1)) : base === name,
  );
}
