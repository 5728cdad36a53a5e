/** Whether a message has any content. */
export const hasContent = ({
  body,
  attachment_type: attached = '',
}: {
  body: string;
  attachment_type?: string;
}): boolean => attached !== '' || (body !== '' && body !== ' ');
