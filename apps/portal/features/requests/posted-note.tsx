import { Text } from '@mantine/core'
import { StatusBadge, type StatusTone } from '../../components/status-badge.tsx'
import type { ExplainedRequest } from './logged-request.ts'
import classes from './posted-note.module.css'

type Posted = NonNullable<ExplainedRequest['posted']>

const answers: Record<Posted['answer'], { readonly tone: StatusTone; readonly text: string }> = {
  yes: { tone: 'success', text: 'Yes, it was posted' },
  no: { tone: 'neutral', text: 'No, nothing was posted' },
  perhaps: { tone: 'warning', text: 'Perhaps: check before you repeat it' },
  each: { tone: 'info', text: 'Each item has its own outcome' },
}

/** Says whether a write was posted, and what a repeat would do. */
export function PostedNote({ posted: { answer, because, repeatMeans, repeat } }: { posted: Posted }) {
  const { tone, text } = answers[answer]
  return (
    <section aria-label="Was it posted?" className={classes.note}>
      <div>
        <Text size="xs" c="dimmed" component="h3" fw={500}>
          Was it posted?
        </Text>
        <Text fw={600} component="div">
          <StatusBadge tone={tone}>{text}</StatusBadge>
        </Text>
        <Text size="sm">{because}</Text>
      </div>
      <div>
        <Text size="xs" c="dimmed" component="h3" fw={500}>
          {repeat === 'posts-again' || repeat === 'is-new' ? 'A repeat' : 'A repeat with the same requestid'}
        </Text>
        <Text size="sm">{repeatMeans}</Text>
      </div>
    </section>
  )
}
