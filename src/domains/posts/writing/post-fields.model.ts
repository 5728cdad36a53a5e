/** The field of a form or a refusal that holds who sees a post. */
export const audienceField = 'auth_view';
