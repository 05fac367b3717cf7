import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A name that may be used in some files only. */
export type Reservation = {
  readonly rule: number;
  /** As `uses.ts` writes them: "fetch", "Date.now", "new Date", "bare Number", ".toFixed". */
  readonly names: readonly string[];
  /** Path prefixes the rule holds in. */
  readonly within: readonly string[];
  /** The files (or, ending in "/", folders) that may use it all the same. */
  readonly only: readonly string[];
  /** Whether test code is held to it too. */
  readonly tests: boolean;
  readonly instead: string;
};

/** Who may see whom, read from `architecture.json`; every rule takes its facts from here. */
export type Architecture = {
  readonly packages: {
    readonly layers: readonly (readonly string[])[];
    readonly devOnly: readonly string[];
    readonly testkitMaySee: readonly string[];
    /** Packages that run in a browser too: no Node module in them. */
    readonly browser: readonly string[];
    /** Packages that import nothing at all. */
    readonly alone: readonly string[];
  };
  readonly apps: Readonly<Record<string, readonly string[]>>;
  readonly serverTiers: readonly (readonly string[])[];
  readonly composition: readonly string[];
  /** Capabilities without a business word, which others enter by file. */
  readonly openTiers: readonly string[];
  readonly pureFiles: readonly string[];
  readonly pureMaySee: readonly string[];
  readonly capabilityFiles: {
    readonly frontDoor: string;
    readonly composedByApp: readonly string[];
    readonly composer: string;
    readonly schema: string;
    readonly stores: readonly string[];
    readonly routes: readonly string[];
    readonly routesNeverSee: readonly string[];
  };
  /** Folders that share no code with the product, so that they can judge it. */
  readonly apart: readonly string[];
  /** Files of the product that run them all the same, as they are. */
  readonly apartReaders: readonly string[];
  /** Folders that import each other still, in alphabetical order; the list only gets shorter. */
  readonly knownFolderPairs: readonly (readonly [string, string])[];
  /** Folder (ending in "/") → its rooms from the ground up; each sees only rooms of a step below. */
  readonly rooms: Readonly<Record<string, readonly (readonly string[])[]>>;
  readonly books: string;
  readonly everydayWords: readonly string[];
  readonly web: {
    /** Where the sources of each web application begin. */
    readonly roots: readonly string[];
    /** Area → areas it never imports; a feature's own area means "another feature". */
    readonly never: Readonly<Record<string, readonly string[]>>;
    /** Files of a closed area that any file may import. */
    readonly open: readonly string[];
    /** Packages that know no endpoint, and the packages that would tell them. */
    readonly blind: Readonly<Record<string, readonly string[]>>;
    readonly literalText: readonly string[];
  };
  readonly reserved: readonly Reservation[];
  readonly spellings: { readonly words: readonly string[]; readonly only: readonly string[] };
  readonly tests: { readonly suffixes: readonly string[]; readonly folders: readonly string[] };
  /** Generated and catalogue files, which sizes and docstrings leave apart. */
  readonly generated: readonly string[];
};

const KEYS = [
  'packages',
  'apps',
  'serverTiers',
  'composition',
  'openTiers',
  'pureFiles',
  'pureMaySee',
  'capabilityFiles',
  'apart',
  'apartReaders',
  'knownFolderPairs',
  'rooms',
  'books',
  'everydayWords',
  'web',
  'reserved',
  'spellings',
  'tests',
  'generated',
] as const satisfies readonly (keyof Architecture)[];

/** Reads the table of a tree. @throws Error when a part of it is missing */
export function readArchitecture(root: string): Architecture {
  const table: unknown = JSON.parse(readFileSync(join(root, 'architecture.json'), 'utf8'));
  if (typeof table !== 'object' || table === null) throw new Error('architecture.json: no object');
  const missing = KEYS.filter((key) => !(key in table));
  if (missing.length > 0) throw new Error(`architecture.json lacks ${missing.join(', ')}`);
  return table as Architecture;
}

/** Whether a path is one of these files, or stands in one of these folders (ending in "/"). */
export function isAmong(path: string, places: readonly string[]): boolean {
  return places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place));
}

/** Whether a file is test code: named so, or in a folder that holds nothing else. */
export function isTest(path: string, { tests }: Architecture): boolean {
  return tests.suffixes.some((suffix) => path.endsWith(suffix)) || isAmong(path, tests.folders);
}

/** Tier of a capability, lowest first; -1 when the table does not know it. */
export function tierOf(capability: string, { serverTiers }: Architecture): number {
  return serverTiers.findIndex((tier) => tier.includes(capability));
}

/** Layer of a package, lowest first; -1 when it is in none. */
export function layerOf(name: string, { packages }: Architecture): number {
  return packages.layers.findIndex((layer) => layer.includes(name));
}
