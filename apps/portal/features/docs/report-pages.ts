import { reports } from '@bridge/translation'
import type { DocumentationLink } from './documentation-pages.ts'

/** Returns a report page's address. */
export function reportHref(name: string): string {
  return `/docs/reports/${name.toLowerCase()}`
}

/** All report pages, in reading order. */
export const reportPages: readonly DocumentationLink[] = reports.map(({ name }) => ({
  title: name,
  href: reportHref(name),
}))
