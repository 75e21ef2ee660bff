/** An email in the development mailbox. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly link: string
  readonly sentAt: Date
}

/** Keeps emails in memory if no SMTP server is configured. */
export interface Mailbox {
  /** Newest first. */
  list(): readonly Mail[]
  put(mail: Mail): void
}

const maxMails = 50

/** Creates a mailbox keeping the latest 50 emails. */
export function createMailbox(): Mailbox {
  let mails: readonly Mail[] = []
  return {
    list: () => mails,
    put: (mail) => {
      mails = [mail, ...mails].slice(0, maxMails)
    },
  }
}
