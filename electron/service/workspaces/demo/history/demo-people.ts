import type { Random } from '../../../platform/seeded-random.ts';

export type DemoPerson = { readonly first_name: string; readonly last_name: string; readonly number: string };

const firstNames = (
  'Aaron Abigail Adriana Alan Alejandro Alice Amara Amir Andrea Angela Anita Antonio Arjun Audrey Beatriz Benjamin Bianca ' +
  'Brandon Brenda Brian Caleb Camila Carlos Carmen Caroline Cecilia Charles Chloe Christina Claire Cody Cynthia Daniel Daniela ' +
  'Darius David Deborah Diana Diego Dolores Dominic Edith Eduardo Elena Elijah Emily Eric Esperanza Esther Ethan Fatima Felix ' +
  'Fernando Frances Gabriela Gavin George Gloria Grace Gregory Gustavo Hannah Harold Hassan Heather Hector Helen Henry Hugo ' +
  'Imani Irene Isaac Isabel Jamal James Janet Jasmine Javier Jean Jennifer Jesse Joanna Joel Jonas Joseph Joyce Juan Judith ' +
  'Julian Karen Kayla Keisha Kenneth Kevin Khadija Kiara Laila Laura Lawrence Leah Lena Liam Linda Logan Lorraine Lucas Luisa ' +
  'Lydia Madison Malik Manuel Marcus Margaret Maria Marlon Martha Martin Mateo Maya Megan Melissa Mia Miguel Miriam Mohammed ' +
  'Monica Nathan Neha Nicole Nina Noah Olga Oliver Olivia Omar Oscar Pablo Pamela Patricia Paul Pedro Peter Philip Priscilla ' +
  'Rachel Rafael Ramona Raymond Rebecca Ricardo Rita Robert Rohan Rosa Ruben Ruth Ryan Sabrina Salma Samantha Samuel Sandra ' +
  'Sara Scott Sean Sergio Shauna Silvia Simone Sofia Sonia Stanley Stella Stephanie Steven Susan Sylvia Tamara Tanya Teresa ' +
  'Thomas Tiffany Timothy Tobias Tyrone Valentina Vanessa Veronica Victor Vincent Violet Walter Wanda Wesley William Xavier ' +
  'Yolanda Yusra Zachary Zoe'
).split(' ');

const lastNames = (
  'Abbott Acosta Adeyemi Aguilar Allen Alvarez Anderson Andrews Arnold Bailey Baker Banerjee Barnes Barrett Bell Bennett Bergstrom ' +
  'Bishop Blackwell Bowman Boyd Brennan Brooks Bryant Burke Butler Cabrera Calderón Campbell Cardoso Carlson Carter Castillo ' +
  'Chandler Chang Chavez Chen Chowdhury Clark Cohen Coleman Collins Contreras Cooper Cortés Costa Crawford Cruz Cunningham ' +
  'Dalton Dang Davenport Davis Dawson Delgado Desai Díaz Dixon Doyle Duarte Dubois Duncan Eaton Edwards Ellis Eriksen Espinoza ' +
  'Estrada Evans Farrell Fernández Ferrari Fischer Fitzgerald Fleming Flores Ford Foster Franklin Freeman Fuentes Gallagher ' +
  'García Gardner Gibson Gill Goldberg Gómez Gordon Graham Greene Griffin Guerrero Gupta Hamilton Hansen Harper Harris Hayes ' +
  'Henderson Hernández Herrera Hoffman Holland Hopkins Howard Hughes Hussain Ibarra Iyer Jackson Jacobs Jensen Jiménez Johnson ' +
  'Jones Joshi Juárez Kamara Kaplan Kaur Keller Kelly Kennedy Khan Kim King Klein Kowalski Kumar Lambert Larsen Lawson Lee ' +
  'Leonard Levine Lewis Lin Lindgren Lopez Lowe Lynch Maldonado Marsh Martínez Mason Matthews McCarthy McDaniel Medina Mehta ' +
  'Mendoza Meyer Miller Mitchell Molina Montgomery Moore Morales Moreno Morgan Morrison Müller Muñoz Murphy Nakamura Navarro ' +
  'Nelson Newman Nguyen Nichols Novak Núñez Nwosu O’Brien O’Connor Oliveira Olsen Ortega Ortiz Osei Owens Pacheco Palmer Park ' +
  'Parker Patel Patterson Pearson Peña Perkins Peters Petrov Pham Phillips Pierce Porter Powell Price Quinn Ramírez Ramos Reed ' +
  'Reyes Reynolds Rhodes Richards Rivera Roberts Robinson Rodriguez Rogers Romero Rosen Ross Rossi Ruiz Russell Ryan Salazar ' +
  'Sanders Santos Sato Saunders Schmidt Schneider Schultz Scott Serrano Shah Sharma Shaw Silva Simmons Singh Soto Spencer ' +
  'Stewart Stone Sullivan Suzuki Tanaka Taylor Thomas Thompson Torres Tran Tucker Turner Vargas Vásquez Vega Wagner Walker ' +
  'Wallace Ward Warren Watanabe Watson Webb Weber West Wheeler White Williams Wilson Wong Wood Wright Wu Yamamoto Yang Young ' +
  'Zamora Zhang Zimmerman'
).split(' ');

/** Names that customers entered in their own script. */
const namesInOtherScripts = [
  ['小雨', '王'],
  ['さくら', '佐藤'],
  ['유진', '김'],
  ['Дмитрий', 'Коваленко'],
  ['فاطمة', 'الزهراوي'],
  ['Ελένη', 'Παπαδοπούλου'],
  ['अनिका', 'शर्मा'],
  ['דוד', 'לוי'],
  ['志明', '陳'],
  ['Олена', 'Шевченко'],
  ['สมชาย', 'ใจดี'],
  ['Անի', 'Հակոբյան'],
] as const;

/** The calls with a recording use other area codes, so that no number has two names. */
const areaCodes =
  '209 213 279 323 341 408 424 530 559 562 619 626 650 661 669 707 747 805 818 831 909 916 925 951'.split(' ');

/** Numbers from 555-0100 to 555-0199 are reserved for fiction. */
const fictionalNumberCount = 100;

/** Returns a function that gives another person each time. Throws after 2,400 persons. */
export function createPersonPicker(random: Random): () => DemoPerson {
  const numbers = random.shuffle(
    areaCodes.flatMap((areaCode) =>
      Array.from({ length: fictionalNumberCount }, (_, index) => `+1${areaCode}55501${String(index).padStart(2, '0')}`),
    ),
  );
  const otherScripts = random.shuffle(namesInOtherScripts);
  const firstNamePicker = random.split('first');
  const lastNamePicker = random.split('last');
  let count = 0;
  return () => {
    const number = numbers[count];
    if (number === undefined) throw new RangeError('The demo has no more fictional numbers.');
    count += 1;
    const [first_name, last_name] =
      count % personsPerOtherScript === 0
        ? (otherScripts[(count / personsPerOtherScript - 1) % otherScripts.length] ?? ['', ''])
        : [firstNamePicker.pick(firstNames), lastNamePicker.pick(lastNames)];
    return { first_name, last_name, number };
  };
}

/** One of this many persons has a name in another script. */
const personsPerOtherScript = 60;
