// Every rule of architecture.json bites: one planted fault each is found at its file and line.
import { describe, expect, it } from 'vitest';
import { RULES, faultLine } from './boundaries/fault.ts';
import { FOLDER_PLANTS } from './boundaries/planted/folders.ts';
import { PACKAGE_PLANTS } from './boundaries/planted/packages.ts';
import { SERVER_PLANTS } from './boundaries/planted/server.ts';
import { CLEAN, type Files } from './boundaries/planted/tree.ts';
import { WEB_PLANTS } from './boundaries/planted/web.ts';
import { planted } from './boundaries/planted/write.ts';
import { checkBoundaries } from './check-boundaries.ts';

const PLANTS = [...PACKAGE_PLANTS, ...SERVER_PLANTS, ...WEB_PLANTS, ...FOLDER_PLANTS];

function faultsIn(files: Files): string[] {
  return checkBoundaries(planted(files)).map(faultLine);
}

describe('boundaries', () => {
  it('report nothing in a tree that keeps every rule', () => {
    expect(faultsIn(CLEAN)).toEqual([]);
  });

  it.each(PLANTS)('rule $rule finds $what', ({ rule, file, line, files }) => {
    const faults = faultsIn({ ...CLEAN, ...files });
    expect(faults).toHaveLength(1);
    expect(faults[0]?.startsWith(`${file}:${line} rule ${rule}: `), faults[0]).toBe(true);
  });

  it('have a planted fault for every rule', () => {
    expect([...new Set(PLANTS.map(({ rule }) => rule))].toSorted((a, b) => a - b)).toEqual(
      Object.keys(RULES).map((rule) => Number.parseInt(rule, 10)),
    );
  });

  it('refuse a table with a part missing', () => {
    expect(() => planted({ 'architecture.json': '{ "packages": {} }' })).toThrow(
      'architecture.json lacks apps',
    );
  });
});
