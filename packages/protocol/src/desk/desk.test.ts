import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '../index.ts';
import { DESK_CALLS } from './calls.ts';
import { DESK_ENDPOINTS, STAFF_ROLES } from './index.ts';

describe('calls of the desk', () => {
  test('names are unique, and so are method and path', () => {
    const names = DESK_ENDPOINTS.map(({ name }) => name);
    const places = DESK_ENDPOINTS.map(
      ({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`,
    );
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(places).size).toBe(places.length);
  });

  test('none of them is a call of the product', () => {
    const product = new Set(ENDPOINTS.map(({ path }) => path));
    expect(DESK_ENDPOINTS.filter(({ path }) => product.has(path))).toEqual([]);
    expect(ENDPOINTS.filter((one) => 'roles' in one)).toEqual([]);
  });

  test.each(DESK_ENDPOINTS.map((one) => [one.name, one] as const))(
    '%s keeps the rules of the desk',
    (_name, endpoint) => {
      const { access, roles, audits, failures, path } = endpoint;
      expect(path.startsWith('/desk/')).toBe(true);
      expect(audits).toMatch(/^[a-z]+\.[a-z-]+$/);
      expect(failures).toContain('too-many');
      expect(new Set(failures).size).toBe(failures.length);
      expect(new Set(roles).size).toBe(roles.length);
      expect(roles.length === 0).toBe(access === 'public');
      if (access === 'session') expect(failures).toEqual(expect.arrayContaining(['session-over']));
      // Of another role, or of a page that is not the desk's.
      if (access === 'session' || endpoint.method === 'POST') {
        expect(failures).toContain('forbidden');
      }
    },
  );

  test('an auditor changes nothing but what is the auditor’s own', () => {
    const changed = DESK_ENDPOINTS.filter(
      ({ method, roles }) => method === 'POST' && (roles as readonly string[]).includes('auditor'),
    );
    const own = changed.filter(({ path }) => path.startsWith('/desk/session/'));
    expect(own.every(({ roles }) => roles.length === STAFF_ROLES.length)).toBe(true);
    // A report is written for its reader alone, and changes nothing it states.
    const others = changed.filter((one) => !own.includes(one)).map(({ name }) => name);
    expect(others).toEqual(['reports.start']);
  });

  test('an auditor reads no personal documents', () => {
    const images = DESK_ENDPOINTS.filter(({ file = [] }) =>
      [file].flat().some((type) => type.startsWith('image/')),
    );
    // Art that is on sale to everyone shows no person.
    const read = images.filter(({ name }) => name !== 'tokens.show-picture');
    expect(read.length).toBe(images.length - 1);
    expect(read.filter(({ roles }) => (roles as readonly string[]).includes('auditor'))).toEqual(
      [],
    );
  });

  test('what goes in refuses what nobody knows', () => {
    for (const { body, query, params } of DESK_ENDPOINTS) {
      for (const part of [body, query, params]) {
        expect(part.safeParse({ nobodyKnowsThis: '1' }).success).toBe(false);
      }
    }
  });

  test('parameters of the path are the parameters of the shape', () => {
    for (const { path, params } of DESK_ENDPOINTS) {
      const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      const { properties = {} } = z.toJSONSchema(params, { io: 'input' });
      expect(Object.keys(properties).toSorted()).toEqual(inPath.toSorted());
    }
  });

  test('the page’s list of calls is the list of endpoints', () => {
    const listed = Object.entries(DESK_CALLS).map(([name, call]) => ({ name, ...call }));
    const stated = DESK_ENDPOINTS.map(({ name, method, path, access, roles }) => ({
      name,
      method,
      path,
      access,
      roles,
    }));
    expect(listed).toEqual(stated);
  });
});
