/** Goes to a service's own page; the product ends here and begins again when it sends back. */
export function leaveTo(url: string): void {
  location.assign(url);
}
