import type { TestProject } from 'vitest/node';
import { findChromium } from '../../../scripts/chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The browser's program; tests ask for it with `inject('chromium')`. */
    chromium: string;
  }
}

/** Finds the browser once, before the first journey, or says in one sentence what to do. */
export async function setup(project: TestProject): Promise<void> {
  project.provide('chromium', await findChromium());
}
