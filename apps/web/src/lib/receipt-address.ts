/** The address of a receipt; any caller that has the number may open it. */
export function receiptHref(number: string): string {
  return `/receipt/${encodeURIComponent(number)}`;
}
