/** A field of a body, of a query or of a shape. */
export interface ApiField {
  name: string;
  type: string;
  /** The shape that the type names, for a link. */
  shape: string | null;
  isRequired: boolean;
  description: string;
}

/** A refusal of a call. */
interface ApiRefusal {
  status: string;
  code: string;
  text: string;
}

/** A call on the page. */
export interface ApiCall {
  /** For links to it. */
  id: string;
  verb: string;
  path: string;
  who: string;
  summary: string;
  details: string;
  /** Fields in the path and the query, and those of each kind of body. */
  inputs: { title: string; fields: ApiField[] }[];
  answer: { status: string; type: string; description: string; field: ApiField | null };
  refusals: ApiRefusal[];
  curl: string;
}

/** The page that describes the API. */
export interface ApiView {
  title: string;
  version: string;
  description: string;
  groups: { name: string; id: string; calls: ApiCall[] }[];
  shapes: { name: string; fields: ApiField[] }[];
}
