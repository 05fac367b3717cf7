// Promise: every page of the product can be read by every user, in every language, at every width.
import { expect, test } from 'vitest';
import { crawlOn } from '../crawl/every-page.ts';
import { WANTED, routesOf } from '../crawl/routes.ts';

test('every route of the specification and of the product is a page', () => {
  const paths = routesOf().map(({ path }) => path);
  expect(WANTED.filter((path) => !paths.includes(path))).toEqual([]);
});

crawlOn('desktop');
