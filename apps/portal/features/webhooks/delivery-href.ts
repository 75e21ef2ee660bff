/** Returns the address of an app's page with a delivery open. */
export function deliveryHref(slug: string, clientId: string, deliveryId: string): string {
  return `/orgs/${slug}/apps/${clientId}?delivery=${deliveryId}`
}
