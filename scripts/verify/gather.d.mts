export function readAny(name: string, text: string): object | null;
export function gather(read: readonly (object | null)[]): object;
export function readJson(text: string): unknown;
