import { reports } from '@bridge/translation'
import type { DocumentationLink } from './documentation-pages.ts'

/** Returns the address of a report's page. */
export function reportHref(name: string): string {
  return `/docs/reports/${name.toLowerCase()}`
}

/** The pages of all reports, in reading order. */
export const reportPages: readonly DocumentationLink[] = reports.map(({ name }) => ({
  title: name,
  href: reportHref(name),
}))
