import type { Metadata } from 'next'
import Link from 'next/link'
import { DocumentationPage } from '../../../../features/docs/documentation-page.tsx'
import classes from '../../../../features/docs/entity.module.css'
import { entityGroups } from '../../../../features/docs/entity-catalogue.ts'

const description = 'How each QuickBooks Online entity maps to QuickBooks Desktop. Names are case-insensitive.'

export const metadata: Metadata = { title: 'Entities', description }

export default function EntitiesPage() {
  return (
    <DocumentationPage
      href="/docs/entities"
      title="Entities"
      description={description}
      headings={entityGroups.map(({ anchor, title }) => ({ id: anchor, text: title, level: 2 }))}
    >
      {entityGroups.map(({ title, anchor, text, entities }) => (
        <section key={anchor} aria-labelledby={anchor}>
          <h2 id={anchor} className={classes.heading}>
            {title}
          </h2>
          <p className={classes.operations}>{text}</p>
          <ul className={classes.list}>
            {entities.map(({ name, text: entityText, href }) => (
              <li key={name} id={name} className={classes.item}>
                <span className={classes.name}>
                  {href ? (
                    <Link href={href} prefetch={false}>
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                </span>
                <span className={classes.text}>{entityText}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </DocumentationPage>
  )
}
