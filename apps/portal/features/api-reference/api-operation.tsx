import type { DocumentedResponse, OpenApi } from '@bridge/server'
import { type ApiCall, toWords } from './api-catalogue.ts'
import classes from './api-reference.module.css'
import { ErrorCodes, type StatusCodes } from './error-codes.tsx'
import { FieldList } from './field-list.tsx'
import { InlineCode } from './inline-code.tsx'
import { listFields, listParameters, listWriteFields } from './listed-fields.ts'
import { type FormattedSample, SamplePanel } from './sample-panel.tsx'
import { type ApiSample, getSamples } from './samples/api-sample.ts'

/** Documents an endpoint: text on the left, samples on the right. */
export function ApiOperation({ call, document }: { call: ApiCall; document: OpenApi }) {
  const { method, path, operation } = call
  const { operationId: id, summary, description, parameters = [], responses } = operation
  const errors = listErrors(responses, document)
  return (
    <article id={id} className={classes.operation} aria-labelledby={`${id}-title`}>
      <div className={classes.text}>
        <h2 className={classes.title} id={`${id}-title`}>
          <a href={`#${id}`}>{toWords(operation)}</a>
        </h2>
        <p className={classes.address}>
          <span className={classes.method}>{method}</span>
          <span data-path>{path}</span>
        </p>
        <p className={classes.summary}>
          <InlineCode text={summary} />
        </p>
        {description && (
          <p className={classes.note}>
            <InlineCode text={description} />
          </p>
        )}
        {parameters.length > 0 && (
          <>
            <h3 className={classes.section}>Parameters</h3>
            <FieldList label={`Parameters of ${id}`} fields={listParameters(parameters)} />
          </>
        )}
        <RequestBody call={call} document={document} />
        <h3 className={classes.section}>Response</h3>
        <Returned responses={responses} label={id} />
        <h3 className={classes.section}>Errors</h3>
        <ErrorCodes label={`Errors of ${id}`} errors={errors} prefix={path.startsWith('/admin/') ? 'admin-' : ''} />
      </div>
      <SamplePanel id={id} samples={getSamples(call).map((sample) => formatSample(sample, operation.tags[0] ?? ''))} />
    </article>
  )
}

function RequestBody({ call: { operation }, document }: { call: ApiCall; document: OpenApi }) {
  const { operationId: id, requestBody, tags } = operation
  const [tag = ''] = tags
  const [body] = Object.entries(requestBody?.content ?? {})
  if (body === undefined) return null
  const [type, { schema }] = body
  const fields = id === `write${tag}` ? listWriteFields(document, tag) : listFields(schema)
  return (
    <>
      <h3 className={classes.section}>Request body</h3>
      <p className={classes.note}>
        <code>{type}</code>
        {id === `write${tag}` &&
          `. A body with the Id of a record changes that record: it needs the record’s SyncToken, omitted fields keep their values, and null clears a field.`}
      </p>
      {fields.length > 0 && <FieldList label={`Request body of ${id}`} fields={fields} />}
    </>
  )
}

/** Shows what a successful request returns. */
function Returned({ responses, label }: { responses: Readonly<Record<string, DocumentedResponse>>; label: string }) {
  const [status, response] = Object.entries(responses).find(([each]) => Number(each) < 400) ?? []
  const [type, content] = Object.entries(response?.content ?? {})[0] ?? []
  const fields = content ? listFields(content.schema) : []
  return (
    <>
      <p className={classes.note}>
        <code>{status}</code> {type ? <code>{type}</code> : response?.description}
      </p>
      {fields.length > 0 && <FieldList label={`Response of ${label}`} fields={fields} />}
    </>
  )
}

function listErrors(responses: Readonly<Record<string, DocumentedResponse>>, { components }: OpenApi): StatusCodes[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { $ref, ...response }]) => {
      const found = $ref === undefined ? response : components.responses[$ref.split('/').at(-1) ?? '']
      return { status, codes: found?.['x-codes'] ?? [] }
    })
}

function formatSample(sample: ApiSample, tag: string): FormattedSample {
  const { method, path, query, body, response, ...rest } = sample
  return {
    source: { ...rest, method, path, query, body, response: undefined },
    entity: tag,
    response: response && {
      status: response.status,
      text: response.body === undefined ? undefined : formatBody(response.body),
    },
    explorer: path.startsWith('/v3/company/$REALM_ID/')
      ? {
          entity: tag,
          method,
          path: path.replace('/v3/company/$REALM_ID', ''),
          query: query.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&'),
          body: body === undefined ? '' : formatBody(body),
        }
      : undefined,
  }
}

function formatBody(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body, null, 2)
}
