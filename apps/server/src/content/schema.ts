/** The newest version of a text in one language, with what its page says. */
export type VersionRow = {
  id: string;
  type: number;
  language: string;
  version: number;
  title: string;
  html: string;
  at: number;
};

/** What has to be known of a newest version before a default is added. */
export type NewestRow = {
  page_id: string;
  language: string;
  version: number;
  hash: string;
  author: string;
};
