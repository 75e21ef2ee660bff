/** How many company files the page of usage lists. */
export const listedFiles = 100

/** What the page of usage asks for. */
export function usageInput(orgId: string) {
  return { orgId, limit: listedFiles }
}
