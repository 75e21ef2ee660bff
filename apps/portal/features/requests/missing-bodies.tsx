import { Alert, Text } from '@mantine/core'
import { TextLink } from '../../components/text-link.tsx'
import { useOrganization } from '../organizations/organization-context.tsx'
import type { ExplainedRequest } from './logged-request.ts'

const settingsLink = 'Settings of the company file'

const reasons = {
  expired: {
    title: 'Bodies have expired',
    text: 'Bodies and qbXML are kept for 72 hours, and the rest of a request for 30 days.',
    link: settingsLink,
  },
  removed: {
    title: 'Bodies were removed to save space',
    text: 'A company file keeps its newest bodies and qbXML up to a total size, and later requests needed the space. The rest of a request is kept for 30 days.',
    link: settingsLink,
  },
  off: {
    title: 'Bodies were not kept',
    text: 'This company file does not keep the bodies of its calls. While it does, you see both sides of each call for 72 hours.',
    link: 'Keep bodies',
  },
}

/** Says why a request has no bodies. */
export function MissingBodies({ explained: { request, bodiesState } }: { explained: ExplainedRequest }) {
  const { slug } = useOrganization()
  if (bodiesState === 'kept') return null
  const { title, text, link } = reasons[bodiesState]
  return (
    <Alert variant="default" title={title}>
      <Text size="sm">
        {text}{' '}
        {request.realmKind === 'production' && (
          <TextLink href={`/orgs/${slug}/company-files/${request.realmId}/settings`}>{link}</TextLink>
        )}
      </Text>
    </Alert>
  )
}
