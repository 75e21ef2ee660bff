import { getGuide, guideGroups } from './guides.ts'

/** A documentation page in the navigation. */
export interface DocumentationLink {
  readonly title: string
  readonly href: string
}

export interface DocumentationGroup {
  readonly title: string
  readonly pages: readonly DocumentationLink[]
}

/** Returns the documentation's navigation, in reading order. */
export function getDocumentationGroups(): readonly DocumentationGroup[] {
  return [
    ...guideGroups.map(({ title, slugs }) => ({
      title,
      pages: slugs.map((slug) => ({ title: getGuide(slug).title, href: `/docs/guides/${slug}` })),
    })),
    {
      title: 'Reference',
      pages: [
        { title: 'API reference', href: '/docs/api' },
        { title: 'Entities', href: '/docs/entities' },
        { title: 'Reports', href: '/docs/reports' },
        { title: 'Errors', href: '/docs/errors' },
        { title: 'Changelog', href: '/docs/changelog' },
      ],
    },
  ]
}

export interface Neighbors {
  readonly previous?: DocumentationLink
  readonly next?: DocumentationLink
}

/** Returns the pages before and after a page in a list. */
export function findNeighbors(pages: readonly DocumentationLink[], href: string): Neighbors {
  const index = pages.findIndex((page) => page.href === href)
  const [previous, next] = index < 0 ? [] : [pages[index - 1], pages[index + 1]]
  return { ...(previous && { previous }), ...(next && { next }) }
}
