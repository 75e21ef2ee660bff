/** A record serialized in the response's format, which takes less memory than the record. */
export class RecordText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
