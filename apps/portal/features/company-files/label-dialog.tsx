'use client'

import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { useStoredDraft, useTakenDraft } from '../../lib/use-draft.ts'

const maxLabelCharacters = 80

interface LabelDialogProps {
  /** The text on the button opening the dialog. */
  readonly opens: string
  /** Whether the button is next to a more important one. */
  readonly isSecondary?: boolean
  readonly title: string
  readonly description: string
  /** The submit button's text. */
  readonly action: string
  readonly errorTitle: string
  /** Names what was typed, which is kept when the session ends. */
  readonly draftName: string
  /** The creating mutation. */
  readonly create: { readonly isPending: boolean; readonly error: unknown; reset(): void }
  readonly disclosure: ReturnType<typeof useDisclosure>
  readonly onSubmit: (label: string) => void
}

/** A button whose dialog creates something for a PC, and asks for its label. */
export function LabelDialog({ opens, isSecondary, title, disclosure, ...form }: LabelDialogProps) {
  const { create, draftName } = form
  const [isOpen, { open, close }] = disclosure
  const [draft, setDraft] = useState('')
  const openAnew = () => {
    if (!create.isPending) create.reset()
    open()
  }
  useTakenDraft<string>(draftName, (label) => {
    setDraft(label)
    open()
  })
  return (
    <>
      {isSecondary ? (
        <Button variant="default" onClick={openAnew}>
          {opens}
        </Button>
      ) : (
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={openAnew}>
          {opens}
        </Button>
      )}
      <Dialog opened={isOpen} onClose={close} title={title}>
        {isOpen && <LabelForm {...form} draft={draft} onCancel={close} />}
      </Dialog>
    </>
  )
}

interface LabelFormProps extends Omit<LabelDialogProps, 'opens' | 'isSecondary' | 'title' | 'disclosure'> {
  readonly draft: string
  readonly onCancel: () => void
}

function LabelForm({ description, action, errorTitle, draftName, create, onSubmit, draft, onCancel }: LabelFormProps) {
  const form = useForm({
    initialValues: { label: draft },
    validate: { label: (label) => (label.trim() ? null : 'Enter a label, such as the name of the PC.') },
  })
  useStoredDraft(draftName, form.values.label || undefined)
  return (
    <DialogForm
      action={action}
      isPending={create.isPending}
      onSubmit={form.onSubmit(({ label }) => onSubmit(label))}
      onCancel={onCancel}
      error={create.error}
      errorTitle={errorTitle}
    >
      <TextInput
        data-autofocus
        label="Label"
        description={description}
        placeholder="Front desk"
        dir="auto"
        autoComplete="off"
        maxLength={maxLabelCharacters}
        {...form.getInputProps('label')}
      />
    </DialogForm>
  )
}
