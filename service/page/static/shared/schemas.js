// Schemas that refer to others.

/** What a schema says of itself, with what it refers to. @param {any} schema @param {any} whole @returns {any} */
export function resolved(schema, whole) {
  const { allOf, anyOf, $ref, ...own } = schema ?? {};
  const inner = $ref ? whole.$defs?.[$ref.split("/").at(-1)] : (allOf?.[0] ?? anyOf?.find((/** @type {any} */ one) => one.type !== "null"));
  return inner ? { ...resolved(inner, whole), ...own } : own;
}
