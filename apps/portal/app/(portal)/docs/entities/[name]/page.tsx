import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { DocumentationPage } from '../../../../../features/docs/documentation-page.tsx'
import { findNeighbors } from '../../../../../features/docs/documentation-pages.ts'
import classes from '../../../../../features/docs/entity.module.css'
import { entityHref, entityPages, findDescribedEntity } from '../../../../../features/docs/entity-pages.ts'
import { FieldFilter } from '../../../../../features/docs/field-filter.tsx'
import { FieldSwitch } from '../../../../../features/docs/field-switch.tsx'
import { FieldTable } from '../../../../../features/docs/field-table.tsx'

interface EntityPageProps {
  readonly params: Promise<{ name: string }>
}

export const dynamicParams = false

export function generateStaticParams() {
  return entityPages.map(({ href }) => ({ name: href.split('/').at(-1) }))
}

export async function generateMetadata({ params }: EntityPageProps): Promise<Metadata> {
  const { name, operations } = await requireEntity(params)
  return {
    title: name,
    description: `The fields of ${name} in QuickBooks Desktop. Operations: ${operations.join(', ')}.`,
  }
}

async function requireEntity(params: EntityPageProps['params']) {
  return findDescribedEntity((await params).name) ?? notFound()
}

export default async function EntityPage({ params }: EntityPageProps) {
  const { name, operations, variants } = await requireEntity(params)
  const href = entityHref(name)
  const headings = variants.map(({ desktop }) => ({ id: desktop, text: desktop, level: 2 as const }))
  return (
    <DocumentationPage
      href={href}
      title={name}
      description={`Operations: ${operations.join(', ')}. Fields that are not listed return UNMAPPED_FIELD.`}
      headings={headings}
      neighbors={findNeighbors(entityPages, href)}
      actions={
        <>
          <FieldSwitch name={name} shown="all" />
          <Link href={`/docs/api/${name.toLowerCase()}`} className={classes.link} prefetch={false}>
            API reference of {name}
          </Link>
        </>
      }
    >
      <FieldFilter>
        {variants.map((variant) => (
          <section key={variant.desktop} aria-labelledby={variant.desktop} className={classes.variant}>
            <h2 id={variant.desktop} className={classes.heading}>
              {variant.desktop} in QuickBooks Desktop
            </h2>
            {variants.length > 1 && <p className={classes.operations}>Operations: {variant.operations.join(', ')}.</p>}
            <FieldTable label={`Fields of ${variant.desktop}`} fields={variant.fields} />
          </section>
        ))}
      </FieldFilter>
    </DocumentationPage>
  )
}
