/** E.164 syntax: `+`, then 7 to 15 digits, the first of which is not zero. */
export const recipientNumberPattern = /^\+[1-9]\d{6,14}$/;
