import type { CheckedLanguage } from '../../../../../shared/knowledge/search-model.ts';

/** A question, and a passage that answers it with other words. */
type ProbePair = readonly [question: string, passage: string];

/** The same eight questions in each language. */
export const probeQuestions: Readonly<Record<CheckedLanguage, readonly ProbePair[]>> = {
  en: [
    ['When can I come to the shop?', 'Our store opens at nine in the morning and closes at six.'],
    ['Do I get my money back?', 'You receive a refund if you return the goods within thirty days.'],
    ['My dog is ill, whom can I call?', 'In an emergency, ring the veterinarian on duty for sick animals.'],
    ['How much does it cost to send a parcel?', 'Shipping is charged at five euros for each package.'],
    ['Where can I leave my car?', 'There are parking spaces for visitors behind the building.'],
    ['The screen stays black.', 'If the display shows no picture, press the power button for ten seconds.'],
    ['May children swim alone?', 'Under the age of twelve, the pool may only be used with an adult.'],
    ['I want to end my contract.', 'You can cancel the agreement in writing with one month’s notice.'],
  ],
  de: [
    ['Wann kann ich in den Laden kommen?', 'Unser Geschäft öffnet um neun Uhr morgens und schließt um sechs.'],
    [
      'Bekomme ich mein Geld zurück?',
      'Der Kaufpreis wird erstattet, wenn Sie die Ware binnen dreißig Tagen zurückgeben.',
    ],
    ['Mein Hund ist krank, wen rufe ich an?', 'Im Notfall erreichen Sie den Tierarzt vom Dienst.'],
    ['Was kostet es, ein Paket zu schicken?', 'Der Versand wird mit fünf Euro je Sendung berechnet.'],
    ['Wo kann ich mein Auto abstellen?', 'Hinter dem Gebäude gibt es Parkplätze für Besucher.'],
    [
      'Der Bildschirm bleibt schwarz.',
      'Zeigt die Anzeige nichts an, drücken Sie zehn Sekunden lang die Einschalttaste.',
    ],
    ['Dürfen Kinder allein schwimmen?', 'Unter zwölf Jahren ist das Becken nur mit einem Erwachsenen erlaubt.'],
    ['Ich möchte meinen Vertrag beenden.', 'Die Vereinbarung ist schriftlich mit einer Frist von einem Monat kündbar.'],
  ],
  fr: [
    ['Quand puis-je venir au magasin ?', 'Notre boutique ouvre à neuf heures du matin et ferme à dix-huit heures.'],
    ['Est-ce que je récupère mon argent ?', 'Vous êtes remboursé si vous renvoyez l’article sous trente jours.'],
    ['Mon chien est malade, qui appeler ?', 'En cas d’urgence, joignez le vétérinaire de garde.'],
    ['Combien coûte l’envoi d’un colis ?', 'La livraison est facturée cinq euros par paquet.'],
    [
      'Où puis-je laisser ma voiture ?',
      'Des places de stationnement pour les visiteurs se trouvent derrière le bâtiment.',
    ],
    ['L’écran reste noir.', 'Si rien ne s’affiche, appuyez dix secondes sur le bouton de mise en marche.'],
    ['Les enfants peuvent-ils nager seuls ?', 'Avant douze ans, la piscine n’est permise qu’avec un adulte.'],
    ['Je veux mettre fin à mon contrat.', 'L’abonnement se résilie par écrit avec un préavis d’un mois.'],
  ],
  es: [
    ['¿Cuándo puedo ir a la tienda?', 'Nuestro comercio abre a las nueve de la mañana y cierra a las seis.'],
    ['¿Me devuelven el dinero?', 'Se reembolsa el importe si usted retorna el artículo en treinta días.'],
    ['Mi perro está enfermo, ¿a quién llamo?', 'En una emergencia, contacte con el veterinario de guardia.'],
    ['¿Cuánto cuesta mandar un paquete?', 'El envío se cobra a cinco euros por bulto.'],
    ['¿Dónde puedo dejar el coche?', 'Detrás del edificio hay plazas de aparcamiento para visitantes.'],
    ['La pantalla se queda negra.', 'Si no aparece ninguna imagen, pulse el botón de encendido diez segundos.'],
    ['¿Pueden los niños nadar solos?', 'Los menores de doce años usan la piscina únicamente con un adulto.'],
    ['Quiero terminar mi contrato.', 'El acuerdo se puede cancelar por escrito con un mes de antelación.'],
  ],
  it: [
    ['Quando posso venire al negozio?', 'La nostra bottega apre alle nove del mattino e chiude alle diciotto.'],
    ['Riavrò i miei soldi?', 'L’importo viene rimborsato se la merce è restituita entro trenta giorni.'],
    ['Il mio cane è malato, chi chiamo?', 'In caso di emergenza contattate il veterinario di turno.'],
    ['Quanto costa mandare un pacco?', 'La spedizione si paga cinque euro per collo.'],
    ['Dove posso lasciare la macchina?', 'Dietro l’edificio ci sono parcheggi per i visitatori.'],
    ['Lo schermo resta nero.', 'Se non appare alcuna immagine, premete per dieci secondi il tasto di accensione.'],
    ['I bambini possono nuotare da soli?', 'Sotto i dodici anni la piscina è permessa soltanto con un adulto.'],
    ['Voglio terminare il mio contratto.', 'L’accordo può essere disdetto per iscritto con un mese di preavviso.'],
  ],
  pt: [
    ['Quando posso ir à loja?', 'O nosso estabelecimento abre às nove da manhã e fecha às seis.'],
    ['Recebo o meu dinheiro de volta?', 'O valor é reembolsado se devolver o artigo dentro de trinta dias.'],
    ['O meu cão está doente, a quem ligo?', 'Numa emergência, contacte o veterinário de serviço.'],
    ['Quanto custa mandar um pacote?', 'O envio é cobrado a cinco euros por encomenda.'],
    ['Onde posso deixar o carro?', 'Atrás do edifício há lugares de estacionamento para visitantes.'],
    ['O ecrã fica preto.', 'Se não aparecer nenhuma imagem, carregue no botão de ligar durante dez segundos.'],
    ['As crianças podem nadar sozinhas?', 'Abaixo dos doze anos, a piscina só é permitida com um adulto.'],
    ['Quero terminar o meu contrato.', 'O acordo pode ser cancelado por escrito com um mês de antecedência.'],
  ],
  nl: [
    ['Wanneer kan ik naar de winkel komen?', 'Onze zaak gaat om negen uur ’s ochtends open en sluit om zes uur.'],
    ['Krijg ik mijn geld terug?', 'Het bedrag wordt vergoed als u het artikel binnen dertig dagen retourneert.'],
    ['Mijn hond is ziek, wie bel ik?', 'In noodgevallen bereikt u de dienstdoende dierenarts.'],
    ['Wat kost het om een pakje te sturen?', 'Voor verzending rekenen wij vijf euro per zending.'],
    ['Waar kan ik mijn auto laten?', 'Achter het gebouw zijn parkeerplaatsen voor bezoekers.'],
    ['Het scherm blijft zwart.', 'Als er geen beeld verschijnt, houd dan de aan-knop tien seconden ingedrukt.'],
    ['Mogen kinderen alleen zwemmen?', 'Onder de twaalf jaar is het bad uitsluitend toegestaan met een volwassene.'],
    ['Ik wil mijn contract beëindigen.', 'De overeenkomst is schriftelijk opzegbaar met een maand opzegtermijn.'],
  ],
  pl: [
    ['Kiedy mogę przyjść do sklepu?', 'Nasz punkt jest czynny od dziewiątej rano do osiemnastej.'],
    ['Czy dostanę pieniądze z powrotem?', 'Zwracamy zapłatę, jeśli towar zostanie oddany w ciągu trzydziestu dni.'],
    ['Mój pies jest chory, do kogo zadzwonić?', 'W nagłym wypadku prosimy o kontakt z dyżurnym weterynarzem.'],
    ['Ile kosztuje wysłanie paczki?', 'Za dostawę pobieramy pięć euro od przesyłki.'],
    ['Gdzie mogę zostawić samochód?', 'Za budynkiem znajduje się parking dla gości.'],
    ['Ekran jest czarny.', 'Jeśli wyświetlacz nic nie pokazuje, należy przez dziesięć sekund przytrzymać włącznik.'],
    ['Czy dzieci mogą pływać same?', 'Poniżej dwunastu lat z basenu wolno korzystać tylko z osobą dorosłą.'],
    ['Chcę zakończyć umowę.', 'Abonament można wypowiedzieć pisemnie z miesięcznym wyprzedzeniem.'],
  ],
};
