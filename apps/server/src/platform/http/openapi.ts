import {
  type Endpoint,
  ERRORS,
  MODE_HEADER,
  RefusalEnvelope,
  CHECKPOINT_HEADER,
  VISITOR_HEADER,
  envelopeOf,
} from '@candor/protocol';
import { z } from 'zod';
import { REHEARSAL } from '../process/rehearsal.ts';

type Schema = Record<string, unknown>;

function schemaOf(type: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' });
  return schema;
}

function parametersOf(type: z.ZodType, place: 'query' | 'path'): Schema[] {
  const schema = schemaOf(type, 'input') as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(schema.properties ?? {}).map(([name, inner]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required ?? []).includes(name),
    schema: inner,
  }));
}

function answerHeadersOf(endpoint: Endpoint): Schema {
  if (!endpoint.money && endpoint.evidence !== true) return {};
  const description = 'the newest signed checkpoint of the tape, its text in base64';
  return { headers: { [CHECKPOINT_HEADER]: { description, schema: { type: 'string' } } } };
}

function headersOf(endpoint: Endpoint): Schema[] {
  const visitors: Schema[] =
    endpoint.visitors === undefined
      ? []
      : [
          {
            name: VISITOR_HEADER,
            in: 'header',
            required: false,
            description: 'the secret that opens what a visitor began without an account',
            schema: { type: 'string' },
          },
        ];
  if (endpoint.mode === 'free') return visitors;
  return [
    ...visitors,
    {
      name: MODE_HEADER,
      in: 'header',
      required: true,
      description: 'NO for the demo books, YES for the real ones',
      schema: { enum: ['NO', 'YES'] },
    },
  ];
}

/** Of `either` the token is one way, and none the other. */
const SECURITY = {
  public: [],
  session: [{ token: [] }],
  either: [{ token: [] }, {}],
} as const satisfies Record<Endpoint['access'], readonly Schema[]>;

/** What is sent: JSON, or a form with one file beside the fields. */
function requestBodyOf({ method, body, upload }: Endpoint): Schema {
  if (method === 'GET') return {};
  const schema = schemaOf(body, 'input') as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  if (upload === undefined) return { requestBody: { content: { 'application/json': { schema } } } };
  const file = { type: 'string', format: 'binary', maxLength: upload.bytesMax };
  const form = {
    ...schema,
    properties: { ...schema.properties, [upload.field]: file },
    required: [...(schema.required ?? []), upload.field],
  };
  return { requestBody: { content: { 'multipart/form-data': { schema: form } } } };
}

function operationOf(endpoint: Endpoint): Schema {
  const json = (schema: unknown): Schema => ({ content: { 'application/json': { schema } } });
  const types = endpoint.file === undefined ? [] : [endpoint.file].flat();
  const file = Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]));
  const refused = endpoint.failures.map((name) => `${ERRORS[name].code} ${name}`).join(', ');
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.name.split('.')[0]],
    security: SECURITY[endpoint.access],
    parameters: [
      ...headersOf(endpoint),
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
    ],
    ...requestBodyOf(endpoint),
    responses: {
      '200': {
        description: refused === '' ? 'done' : `done, or refused: ${refused}`,
        ...answerHeadersOf(endpoint),
        content: {
          'application/json': {
            schema: {
              anyOf: [
                schemaOf(envelopeOf(endpoint.result), 'output'),
                { $ref: '#/components/schemas/Refusal' },
              ],
            },
          },
          ...file,
        },
      },
      default: {
        description: 'refused by its HTTP status',
        ...json({ $ref: '#/components/schemas/Refusal' }),
      },
    },
    'x-origin': endpoint.origin,
  };
}

/** Endpoints never change, and their document takes a third of a second: it is written once. */
type Written = {
  readonly info: { readonly title: string; readonly version: string };
  readonly [part: string]: unknown;
};

const written = new WeakMap<readonly Endpoint[], Written>();

/** What a document is about: calls of one web server, below one path, and how a session is shown. */
export type DocumentOf = {
  readonly title: string;
  readonly endpoints: readonly Endpoint[];
  readonly below: string;
  readonly token: { readonly in: 'header' | 'cookie'; readonly name: string };
  /** Nothing these calls say is about money. */
  readonly isRehearsal?: boolean;
};

/** The OpenAPI 3.1 document of these endpoints. */
export function openApiOf(of: DocumentOf): object {
  const document = written.get(of.endpoints) ?? write(of);
  written.set(of.endpoints, document);
  if (of.isRehearsal !== true) return document;
  const info = { ...document.info, description: REHEARSAL };
  return { ...document, info, 'x-rehearsal': true };
}

function write({ title, endpoints, below, token }: DocumentOf): Written {
  const paths: Record<string, Schema> = {};
  for (const endpoint of endpoints) {
    const path = `${below}${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths,
    components: {
      schemas: { Refusal: schemaOf(RefusalEnvelope, 'output') },
      securitySchemes: { token: { type: 'apiKey', ...token } },
    },
  };
}
