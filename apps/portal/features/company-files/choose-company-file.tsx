'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Button, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { useTRPC } from '../../lib/trpc.ts'

/** A button whose dialog lets the agent forget its company file and ask for another one. */
export function ChooseCompanyFile({ realmId }: { realmId: RealmId }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const choose = useMutation(
    trpc.chooseCompanyFile.mutationOptions({
      onSuccess: () => {
        close()
        return queryClient.invalidateQueries(trpc.getRealmStatus.queryFilter({ realmId }))
      },
    }),
  )
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Choose another file
      </Button>
      <Dialog opened={isOpen} onClose={close} title="Choose another file">
        <DialogForm
          action="Choose another file"
          isPending={choose.isPending}
          onSubmit={(event) => {
            event.preventDefault()
            choose.mutate({ realmId })
          }}
          onCancel={close}
          error={choose.error}
          errorTitle="The company file was not changed"
        >
          <Text>
            For a company file that was moved, renamed, restored or wrong. Calls fail until the agent has found another
            file and you have confirmed it. Open the right file in QuickBooks first.
          </Text>
          <Text c="dimmed">
            Connected apps keep their access, and read and change the new file from then on. An agent that is older than
            this button keeps its file: update it.
          </Text>
        </DialogForm>
      </Dialog>
    </>
  )
}
