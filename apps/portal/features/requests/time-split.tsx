import { Group, Text } from '@mantine/core'
import bar from './duration-bar.module.css'
import { splitTime, type Times } from './duration-bar.tsx'
import { formatMs } from './logged-request.ts'

const meanings = {
  service: 'in the service',
  queue: 'in the queue of the company file',
  transit: 'to the company file and back',
  quickbooks: 'in QuickBooks',
}

/** Shows where a request's time went. */
export function TimeSplit({ request }: { request: Times }) {
  const parts = splitTime(request)
  return (
    <div>
      <div className={bar.bar} aria-hidden>
        {parts
          .filter(({ ms }) => ms > 0)
          .map(({ name, ms }) => (
            <span key={name} data-part={name} style={{ flexGrow: ms }} />
          ))}
      </div>
      <Group gap="lg" mt={8}>
        <Text size="sm">{`${formatMs(request.totalMs)} in total`}</Text>
        {parts.map(({ name, label, ms }) => (
          <Group key={name} gap={6} title={`${formatMs(ms)} ${meanings[name]}`}>
            <span className={bar.swatch} data-part={name} aria-hidden />
            <Text size="sm" c="dimmed">{`${label} ${formatMs(ms)}`}</Text>
          </Group>
        ))}
      </Group>
      {request.desktopMs === null && request.gatewayMs === null && (
        <Text size="xs" c="dimmed" mt={4}>
          The call did not reach the company file.
        </Text>
      )}
    </div>
  )
}
