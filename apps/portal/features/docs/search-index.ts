import { describeEntity, registry, reports } from '@bridge/translation'
import type { DocsSection } from '../../lib/search-docs.ts'
import { documentedErrors } from './error-catalogue.ts'
import { getGuide, guideSlugs } from './guides.ts'
import { reportHref } from './report-pages.ts'

/** Returns the documentation's sections for its search, except the API reference. */
export function createSearchIndex(): DocsSection[] {
  return [...indexGuides(), ...indexErrors(), ...indexEntities(), ...indexReports()]
}

function indexGuides(): DocsSection[] {
  return guideSlugs.flatMap((slug) => {
    const { title, description, sections } = getGuide(slug)
    return sections.map(({ id, heading, text }) => ({
      href: `/docs/guides/${slug}${id && `#${id}`}`,
      page: title,
      heading,
      text: id ? text : `${description} ${text}`,
    }))
  })
}

function indexErrors(): DocsSection[] {
  return documentedErrors.map(({ code, anchor, message = '', when, causes, fixes }) => ({
    href: `/docs/errors/${anchor}`,
    page: code,
    heading: '',
    text: [message, when, ...causes, ...fixes].join(' '),
  }))
}

function indexEntities(): DocsSection[] {
  return Object.entries(registry).flatMap(([name, entity]) => {
    if (entity.kind !== 'built')
      return [{ href: `/docs/entities#${name}`, page: name, heading: '', text: entity.reason }]
    const { variants, operations } = describeEntity(entity.table)
    const fields = new Set(variants.flatMap((variant) => variant.fields.map(({ path }) => path)))
    return [
      {
        href: `/docs/entities/${name.toLowerCase()}`,
        page: name,
        heading: '',
        text: [...operations, ...fields].join(' '),
      },
    ]
  })
}

function indexReports(): DocsSection[] {
  return reports.map(({ name, summary }) => ({ href: reportHref(name), page: name, heading: '', text: summary }))
}
