import '../../lib/highlight.css'
import type { OpenApi } from '@bridge/server'
import { type ApiTag, findMovedOperations, pageSchemas, toWords } from './api-catalogue.ts'
import { ApiOperation } from './api-operation.tsx'
import classes from './api-reference.module.css'
import { MovedOperations } from './moved-operations.tsx'
import { SchemaSection } from './schema-section.tsx'

/** Documents a tag's endpoints in three columns: operations, text, and samples, which stay in view. */
export function ApiTagContent({ tag, document }: { tag: ApiTag; document: OpenApi }) {
  const schemas = pageSchemas(document, tag)
  return (
    <div className={classes.page}>
      <MovedOperations addresses={findMovedOperations(document, tag)} />
      <nav className={classes.operations} aria-label="Operations">
        <h2 className={classes.operationsTitle}>Operations</h2>
        <ul>
          {tag.calls.map(({ operation }) => (
            <li key={operation.operationId}>
              <a href={`#${operation.operationId}`}>{toWords(operation)}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        {tag.calls.map((call) => (
          <ApiOperation key={call.operation.operationId} call={call} document={document} />
        ))}
        {schemas.map((name) => (
          <SchemaSection
            key={name}
            name={name}
            text={
              name === tag.title
                ? 'A record as responses contain it. Every field is optional.'
                : 'A part of requests and responses on this page.'
            }
            schema={document.components.schemas[name] ?? {}}
          />
        ))}
      </div>
    </div>
  )
}
