export function readAny(name: string, text: string): object | null;
export function collect(read: readonly (object | null)[]): object;
export function readFolder(folder: string): object;
export function readJson(text: string): unknown;
export function textOf(path: string): string;
