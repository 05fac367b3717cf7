export function receivedAt(text: string): number;
