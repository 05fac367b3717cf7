/** Builds the web app when its sources are not those of the build that stands there. */
export function buildWebApp(root: string, node: string): void;
