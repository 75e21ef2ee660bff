import type { JsonSchema } from '@bridge/server'
import classes from './api-reference.module.css'
import { FieldList } from './field-list.tsx'
import { listFields } from './listed-fields.ts'

/** Documents a schema under its own anchor. */
export function SchemaSection({ name, text, schema }: { name: string; text: string; schema: JsonSchema }) {
  const anchor = `schema-${name}`
  return (
    <article id={anchor} className={classes.operation} aria-labelledby={`${anchor}-title`}>
      <div className={classes.text}>
        <h2 className={classes.title} id={`${anchor}-title`}>
          <a href={`#${anchor}`}>{name}</a>
        </h2>
        <p className={classes.summary}>{text}</p>
        <FieldList label={`Fields of ${name}`} fields={listFields(schema)} />
      </div>
    </article>
  )
}
