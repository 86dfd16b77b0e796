// What loaders return to the screens about pictures of the podium and certificates, with texts in the reader's
// language: few pages have them, so no browser loads these texts for the others.

/** The question whether the reader's first name may appear on shared pictures (rule `share.names`). */
export interface NamingView {
  question: string;
  text: string;
  yes: string;
  no: string;
}

/** What a reader may take home from the podium once the result is final (rules `share.when`, `certificate.who`). */
export interface KeepsakesView {
  title: string;
  text: string;
  pictures: { format: 'story' | 'post' | 'wide'; to: string; label: string }[];
  /**
   * The texts for the button that hands a picture to the device, for the same button once it is loaded, and for a
   * failure.
   */
  send: string;
  sendAgain: string;
  sendFailed: string;
  /** The certificates that the reader may print; null without any. */
  certificates: { title: string; text: string; files: { to: string; label: string }[] } | null;
  /** The question for a person on the podium who has not answered it. */
  naming: NamingView | null;
}
