/** A mail as the development mailbox keeps it. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly link: string
  readonly sentAt: Date
}

/** Mails that would have been sent, for a machine without SMTP settings; in memory. */
export interface Mailbox {
  /** Newest first. */
  list(): readonly Mail[]
  put(mail: Mail): void
}

const mailsMax = 50

/** An empty mailbox that keeps the newest 50 mails. */
export function createMailbox(): Mailbox {
  let mails: readonly Mail[] = []
  return {
    list: () => mails,
    put: (mail) => {
      mails = [mail, ...mails].slice(0, mailsMax)
    },
  }
}
