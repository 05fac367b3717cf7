/** Builds each web application when its sources are not those of the build that stands there. */
export function buildWebApps(root: string, node: string): void;
