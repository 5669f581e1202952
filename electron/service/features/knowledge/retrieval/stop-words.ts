/** English words that say how a question is put and not what it is about. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about after all also am an and any are as at be because been before being but by can could did do does doing for from
  had has have having he her here him his how i if in into is it its just know let like many may me might more most much
  must my no not of on one or our out please shall she should so some such tell than that the their them then there these
  they this those to too under until up us use very was we were what when where which while who whom whose why will with
  would you your yours mean means say says show shows go goes read apply applies give gives get gets need want`.split(
    /\s+/,
  ),
);
