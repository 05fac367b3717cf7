/**
 * Runs first in every thread of the reader of pictures. The WebAssembly build of its library asks an old
 * inner call of Node for the numbers of file flags, which Node's permissions refuse as a whole: it gets
 * these numbers, and nothing else of that call is left.
 */
import { constants } from 'node:fs';

Object.defineProperty(process, 'binding', { value: () => ({ fs: constants }) });
