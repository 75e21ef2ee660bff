import { List, ListItem, Text } from '@mantine/core'
import classes from './fault-help.module.css'
import type { ExplainedRequest } from './logged-request.ts'

type Fault = Pick<NonNullable<ExplainedRequest['fault']>, 'detail' | 'when' | 'causes' | 'fixes'>

/** Says what a fault means, its causes and what to do. */
export function FaultHelp({ fault }: { fault: Fault }) {
  return (
    <>
      <Text size="sm" className={classes.detail}>
        {fault.detail ?? fault.when}
      </Text>
      <div className={classes.columns}>
        <div>
          <Text size="xs" c="dimmed">
            Possible causes
          </Text>
          <Items texts={fault.causes} />
        </div>
        <div>
          <Text size="xs" c="dimmed">
            What to do
          </Text>
          <Items texts={fault.fixes} />
        </div>
      </div>
    </>
  )
}

function Items({ texts }: { texts: readonly string[] }) {
  return (
    <List size="sm" spacing={4} mt={2}>
      {texts.map((text) => (
        <ListItem key={text}>
          <Marked text={text} />
        </ListItem>
      ))}
    </List>
  )
}

/** Renders names between backticks in catalogue texts as code. */
function Marked({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: text parts never move
      <code key={index} className={classes.code}>
        {part}
      </code>
    ) : (
      part
    ),
  )
}
